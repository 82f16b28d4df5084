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
}

export function Button({ kind, size, square, className, type = 'button', ...rest }: ButtonProps) {
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
