import type { ReactNode } from 'react'

/** One part with what it promises. */
export function Part({ name, about, children }: { name: string; about: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3" aria-label={name}>
      <h2 className="text-section font-semibold">{name}</h2>
      <p className="text-muted">{about}</p>
      {children}
    </section>
  )
}
