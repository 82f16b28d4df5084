import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

export interface ButtonStyle {
  kind?: 'plain' | 'primary' | 'quiet' | 'danger'
  size?: 'small' | 'normal' | 'large'
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

/** The look of a button, for links next to buttons. */
export function buttonClass({ kind = 'plain', size = 'normal', square = false }: ButtonStyle): string {
  return cn(
    'button',
    kind !== 'plain' && `button-${kind}`,
    size === 'small' && 'button-small',
    size === 'large' && 'button-large',
    square && 'button-icon',
  )
}
