import type { ReactNode } from 'react'
import type { Account } from '../../api/users.ts'

/** An account's initial and email, with its badges. */
export function UserHead({ user, headingId, badges }: { user: Account; headingId: string; badges: ReactNode }) {
  return (
    <div className="card-h">
      <span className="ava" aria-hidden>
        {initialOf(user)}
      </span>
      <div className="grow">
        <h3 id={headingId} className="clamp" title={user.email}>
          <bdi dir="ltr">{user.email}</bdi>
        </h3>
      </div>
      {badges}
    </div>
  )
}

/** Labels with their values. */
export function UserFacts({ facts }: { facts: [string, string][] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="cut" title={value}>
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
