import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { companionTexts } from './texts.ts';

interface PageProps {
  readonly title: string;
  readonly onBack: () => void;
  readonly children: ComponentChildren;
}

/** What is shown in place of the rest of the popup, with a way back. */
export function Page({ title, onBack, children }: PageProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  // In the same frame, so that the next key press is not lost.
  useLayoutEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  return (
    <section class="page">
      <div class="page-head">
        <button type="button" class="back" aria-label={companionTexts.back} onClick={onBack} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </div>
      {children}
    </section>
  );
}

/** @returns whether the text is on the clipboard */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
