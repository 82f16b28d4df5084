import type { ReactNode } from 'react'
import type { Account } from '../../api/users.ts'
import { CardHead } from '../../components/card.tsx'

/** An account's initial and email, with its badges. */
export function UserHead({ user, headingId, badges }: { user: Account; headingId: string; badges: ReactNode }) {
  return (
    <CardHead isCentered>
      <span
        className="inline-grid size-8 flex-none place-items-center rounded-full bg-hover text-[13px] font-semibold text-muted"
        aria-hidden
      >
        {initialOf(user)}
      </span>
      <div className="min-w-0 flex-auto basis-45">
        <h3 id={headingId} className="text-[15px]/5 font-semibold line-clamp-2 wrap-anywhere" title={user.email}>
          <bdi dir="ltr">{user.email}</bdi>
        </h3>
      </div>
      {badges}
    </CardHead>
  )
}

/** Labels with their values. */
export function UserFacts({ facts }: { facts: [string, string][] }) {
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-x-4 gap-y-2 text-(length:--text-dense) leading-5">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-meta leading-4 text-faint">{name}</dt>
          <dd className="truncate min-w-0" title={value}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function initialOf({ username, email }: Account): string {
  const [first = '?'] = Array.from((username || email).trim())
  return first.toUpperCase()
}
