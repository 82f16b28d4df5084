import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** The cards of a list: two columns where there is space. */
export const cardGridClass =
  'grid items-start gap-3 @min-[900px]:grid-cols-[var(--card-columns,repeat(2,minmax(0,1fr)))]'

interface CardProps extends ComponentProps<'article'> {
  isSelected?: boolean
  /** A form next to the list shows it. */
  isEdited?: boolean
  isPending?: boolean
}

/** One area, database, user, or approval of a list. */
export function Card({ isSelected, isEdited, isPending, className, ...rest }: CardProps) {
  return (
    <article
      className={cn(
        'min-w-0 rounded-panel border bg-raised px-4 pt-3.5 pb-2',
        isSelected === true ? 'border-accent' : 'border-line-strong',
        isEdited === true && 'shadow-[inset_3px_0_0_var(--accent)]',
        isPending === true && 'border-dashed',
        className,
      )}
      {...rest}
    />
  )
}

/** The name of a card, with its badges. */
export function CardHead({ isCentered, className, ...rest }: ComponentProps<'div'> & { isCentered?: boolean }) {
  return (
    <div
      className={cn('flex flex-wrap gap-x-3 gap-y-2', isCentered === true ? 'items-center' : 'items-start', className)}
      {...rest}
    />
  )
}

/** Facts of a card in one line, with dots between them. */
export function CardFacts({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul
      className={cn(
        "mt-2.5 flex flex-wrap text-meta [&>li:not(:last-child)]:after:mx-[0.4em] [&>li:not(:last-child)]:after:content-['·']",
        className,
      )}
      {...rest}
    />
  )
}

/** What to do with a card. A quiet button at the start is aligned by its text. */
export function CardFoot({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'mt-2 flex flex-wrap items-center gap-1 border-t border-line pt-2 [&>button:first-child]:-ml-2',
        className,
      )}
      {...rest}
    />
  )
}

/** The actions at the end of a card's foot. */
export function CardActions({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('ml-auto flex flex-wrap justify-end gap-1', className)} {...rest} />
}
