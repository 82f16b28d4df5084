import type { ReactNode } from 'react'

interface CardProps {
  label: string
  title: string
  /** At the end of the heading. */
  mark?: ReactNode
  children: ReactNode
}

/** SQL or rows of a question in a frame with a heading. */
export function Card({ label, title, mark, children }: CardProps) {
  return (
    <section className="mt-3 min-w-0 overflow-hidden rounded-panel border border-line-strong" aria-label={label}>
      <div className="flex items-center gap-2 border-b border-line px-3 py-2.5 text-dense">
        <b className="min-w-0 flex-1 font-medium">{title}</b>
        {mark}
      </div>
      {children}
    </section>
  )
}
