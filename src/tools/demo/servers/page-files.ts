/** Serves the files of the chat page, and nothing else from the disk. */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

const FOLDER = new URL('../chat-page/', import.meta.url);

const FILES: Readonly<Record<string, { file: string; type: string }>> = {
  '/': { file: 'index.html', type: 'text/html' },
  '/chat.css': { file: 'chat.css', type: 'text/css' },
  '/chat.js': { file: 'chat.js', type: 'text/javascript' },
  '/guide.js': { file: 'guide.js', type: 'text/javascript' },
  '/stream-worker.js': { file: 'stream-worker.js', type: 'text/javascript' },
  '/stream.js': { file: 'stream.js', type: 'text/javascript' },
  '/received.js': { file: 'received.js', type: 'text/javascript' },
  '/markdown.js': { file: 'markdown.js', type: 'text/javascript' },
  '/icon.svg': { file: 'icon.svg', type: 'image/svg+xml' },
};

/** @returns false if the path is not one of the page's; nothing was written then */
export async function servePageFile(pathname: string, response: ServerResponse): Promise<boolean> {
  const entry = Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined;
  if (!entry) return false;
  const content = await readFile(new URL(entry.file, FOLDER));
  response.writeHead(200, {
    'Content-Type': `${entry.type}; charset=utf-8`,
    'Cache-Control': 'no-store',
  });
  response.end(content);
  return true;
}
