/** What the questions about a command and those in an agent's own words have in common. */
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { approvalTexts, problemText } from './texts.ts';
import type { QuestionProps } from './use-question.ts';
import { siteName } from '../parts/site-name.ts';

interface AskedBoxProps {
  readonly class: string;
  readonly dir: 'ltr' | 'auto';
  /** Read aloud before what is asked. */
  readonly label: string;
  /** It gets the focus, so that the keyboard scrolls it. */
  readonly focuses: boolean;
  readonly children: ComponentChildren;
}

/** What is asked, whole. */
export function AskedBox({ focuses, label, children, ...own }: AskedBoxProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (focuses) box.current?.focus();
  }, []);
  return (
    <div {...own} tabIndex={0} role="region" aria-label={label} ref={box}>
      {children}
    </div>
  );
}

/** Through which page it is asked, and how many more wait there. */
export function Through({ asked: { site, others } }: Pick<QuestionProps, 'asked'>): JSX.Element {
  return (
    <>
      {approvalTexts.through(siteName(site, []))}
      {others > 0 && ` ${approvalTexts.others(others)}`}
    </>
  );
}

/** Why the last answer did not count, if so. */
export function Problem({
  asked: { question, site },
  answered,
}: Pick<QuestionProps, 'asked' | 'answered'>): JSX.Element {
  const problem = question.problem ?? answered;
  return (
    <div role="status">{problem && <p class="notice failed">{problemText(problem, site)}</p>}</div>
  );
}
