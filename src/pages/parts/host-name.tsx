import { Fragment, type JSX } from 'preact';

/** Host and port of a site, whose lines end before a dot or the port: the port is what tells one site from another. */
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

/** @returns the pieces between which a line may end; joined, they are the name again */
export function hostParts(name: string): string[] {
  return name.split(/(?=\.|:\d)/);
}
