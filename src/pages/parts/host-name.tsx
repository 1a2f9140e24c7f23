import { Fragment, type JSX } from 'preact';

/**
 * Host and port of a site, which may wrap before a dot or the port. The port is always shown: it may be
 * all that distinguishes two sites.
 */
export function HostName({ name }: { readonly name: string }): JSX.Element {
  return (
    <>
      {hostParts(name).map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** @returns the pieces between which a line may break; joined, they are the name again */
export function hostParts(name: string): string[] {
  return name.split(/(?=\.|:\d)/);
}
