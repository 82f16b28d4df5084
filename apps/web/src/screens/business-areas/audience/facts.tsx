import type { ReactNode } from 'react'

/** What applies to a user: names with what they say, such as a table and the condition on its rows. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-1 text-dense">{children}</dl>
}

/** One name of `Facts`, and what it says. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(72px,30%)_minmax(0,1fr)] gap-2">
      <dt className="wrap-anywhere text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
