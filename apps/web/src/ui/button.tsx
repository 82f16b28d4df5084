import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

type ButtonKind = 'plain' | 'primary' | 'quiet' | 'danger' | 'success'
type ButtonSize = 'small' | 'normal' | 'large'

export interface ButtonStyle {
  kind?: ButtonKind
  size?: ButtonSize
  /** Icon only: then `aria-label` names the button. */
  square?: boolean
}

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  children: ReactNode
  /** Why the action is not available. The button keeps the focus, so that keyboards and screen readers reach the reason. */
  reason?: string | null
  /** Called instead of `onClick` while there is a reason. */
  onRefused?: (reason: string) => void
}

export function Button({ reason = null, onRefused, ...rest }: ButtonProps) {
  if (reason === null) return <PlainButton {...rest} />
  return (
    <PlainButton
      {...rest}
      aria-disabled
      title={reason}
      className={cn('cursor-not-allowed opacity-50', rest.className)}
      onClick={() => onRefused?.(reason)}
    />
  )
}

type PlainButtonProps = Omit<ButtonProps, 'reason' | 'onRefused'>

function PlainButton({ kind, size, square, className, type = 'button', ...rest }: PlainButtonProps) {
  // oxlint-disable-next-line react/button-has-type -- the type is 'button' unless the caller says otherwise
  return <button type={type} className={cn(buttonClass({ kind, size, square }), className)} {...rest} />
}

const kinds = {
  plain: 'border-line-strong bg-raised text-ink hover:tint-hover [:where(&_svg)]:text-muted',
  primary: 'border-transparent bg-accent text-(--on-accent) hover:bg-(--accent-hover)',
  quiet: 'border-transparent bg-transparent text-muted hover:bg-hover hover:text-ink [:where(&_svg)]:text-muted',
  danger: 'border-line-strong bg-raised text-danger hover:tint-hover',
  success: 'border-line-strong bg-raised text-success hover:tint-hover',
} satisfies Record<ButtonKind, string>

const sizes = {
  small: { text: 'h-7 px-2 text-dense', square: 'size-7 text-dense' },
  normal: { text: 'h-8 px-3 text-sm/5', square: 'size-8 text-sm/5' },
  large: { text: 'h-10 px-4 text-[15px]', square: 'size-10 text-[15px]' },
} satisfies Record<ButtonSize, { text: string; square: string }>

/** The look of a button, for links next to buttons. */
export function buttonClass({ kind = 'plain', size = 'normal', square = false }: ButtonStyle): string {
  return cn(
    'items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap transition-opacity duration-(--fast) ease-(--ease) hover:no-underline disabled:cursor-not-allowed disabled:opacity-50 aria-pressed:bg-hover aria-pressed:bg-none aria-pressed:text-ink max-md:min-h-11 max-md:min-w-11 [:where(&)]:inline-flex',
    kinds[kind],
    sizes[size][square ? 'square' : 'text'],
  )
}
