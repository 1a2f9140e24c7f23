import type { ComponentProps, JSX } from 'preact';

interface ButtonProps extends Omit<
  ComponentProps<'button'>,
  'type' | 'class' | 'ref' | 'children'
> {
  readonly text: string;
  /** For tests and pictures: what it does. */
  readonly step?: string;
  readonly kind?: 'primary' | 'danger';
}

/** A button with words, which submits no form. */
export function Button({ text, step, kind, ...others }: ButtonProps): JSX.Element {
  return (
    <button type="button" class={kind ? `button ${kind}` : 'button'} data-step={step} {...others}>
      {text}
    </button>
  );
}

/** Says at once what went wrong. */
export function Failure({ text }: { readonly text: string }): JSX.Element {
  return (
    <p class="notice failed" role="alert">
      {text}
    </p>
  );
}
