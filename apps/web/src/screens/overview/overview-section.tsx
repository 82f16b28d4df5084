import type { ReactNode } from 'react'

interface OverviewSectionProps {
  title: string
  /** Beside the title, at its end. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of the overview, with a heading above a line. */
export function OverviewSection({ title, aside, children }: OverviewSectionProps) {
  return (
    <section className="min-w-0">
      <div className="flex min-h-10 items-center gap-2 border-b border-line">
        <h2 className="min-w-0 flex-1 text-[15px] font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

interface FactProps {
  label: ReactNode
  children: ReactNode
}

/** One line of a list of facts. */
export function Fact({ label, children }: FactProps) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 border-b border-line text-(length:--text-dense)">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}
