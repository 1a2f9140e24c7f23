/** Milliseconds after which the browser has surely read the file. */
const TAKEN = 60_000;

/** Lets the browser save a file, as a click on a download link does. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN);
}
