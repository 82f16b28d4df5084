import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { LiveRegion } from '../ui/live-region.tsx'

const widths = {
  normal: 'max-w-352',
  form: 'max-w-256',
  narrow: 'max-w-200',
  wide: 'max-w-none',
}

/** The content of an administration page. All pages start at the same edge. */
export function Page({ width = 'normal', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return <main className={cn('w-full px-8 pb-12 max-md:px-4 max-md:pb-8', widths[width])}>{children}</main>
}

/**
 * The heading and the introduction of a page, and its buttons at the end. The first child takes the space that is left.
 * On phones, the buttons are below it.
 */
export function PageHead({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'flex items-end gap-3 pt-7 pb-5 in-[[role=dialog]]:pt-0 in-[[role=dialog]]:pb-4 max-md:flex-wrap',
        'max-md:not-in-[[role=dialog]]:*:first:basis-full',
        '[:where(&_h1)]:text-(length:--text-page)/7 [:where(&_h1)]:font-semibold [:where(&_h1)]:tracking-[-0.015em]',
        '[:where(&_p)]:mt-1 [:where(&_p)]:text-muted [:where(&_p_a)]:underline [:where(&_p_a)]:underline-offset-3',
        className,
      )}
      {...rest}
    />
  )
}

/** What a page and a dialog of the chat both show. Its cards are side by side where there is space. */
export function PageContent({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('@container *:data-[part=note]:mb-3', className)} {...rest} />
}

/** Announces the outcome of an action. It stays visible while the page scrolls. */
export function MessageBar({ children }: { children: ReactNode }) {
  return (
    <LiveRegion className="sticky top-(--offline) z-5 [&_[data-part=note]]:mb-3 [&_[data-part=note]]:bg-raised [&_[data-part=note]]:bg-[linear-gradient(var(--tint),var(--tint))] [&_[data-part=note]]:shadow-pop">
      {children}
    </LiveRegion>
  )
}

/** A list of cards, with a button at its end that shows more. */
export const cardListClass = 'grid min-w-0 gap-3 focus:outline-none [&>button]:justify-self-center'
