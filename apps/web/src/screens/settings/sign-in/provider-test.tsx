import { signOnProblems } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import type { SignOnTest } from '../../../api/single-sign-on.ts'
import { translate } from '../../../lib/i18n.ts'
import { formatTimestamp } from '../../../lib/timestamp.ts'
import { Note } from '../../../ui/note.tsx'
import { Summary } from '../../../ui/summary.tsx'

/** What the last test sign-in found. */
export function ProviderTest({ test }: { test: SignOnTest }) {
  const { t } = useTranslation()
  const { problem, email, groups, role, attributes, claims } = test
  const at = formatTimestamp(test.at) ?? test.at
  const none = t('none')
  const facts = [
    [t('Email'), email ?? none],
    [t('Groups'), groups.length === 0 ? none : groups.join(', ')],
    [t('Role'), roleText()],
    [t('Attributes'), textOf(attributes) || none],
  ]

  function roleText(): string {
    if (role === null) return t('chosen by hand')
    return role === 'ADMIN' ? t('administrator') : t('user')
  }

  return (
    <div className="grid gap-2">
      <Note tone={problem === null ? 'success' : 'danger'}>
        <p>
          {problem === null
            ? t('Test sign-in of {at}: it works, and your account is connected.', { at })
            : t('Test sign-in of {at} failed.', { at })}
        </p>
        {problem !== null && <p>{translate(t, signOnProblems[problem])}</p>}
      </Note>
      {claims.length > 0 && (
        <details className="text-(length:--text-dense)">
          <Summary>{t('What the provider sent')}</Summary>
          <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 [&_dd]:break-all [&_dt]:text-muted">
            {facts.map(([name, value]) => (
              <Fact key={name} name={name ?? ''} value={value ?? ''} />
            ))}
          </dl>
          <dl className="mt-3 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 font-mono text-meta [&_dd]:break-all [&_dt]:text-muted">
            {claims.map(({ name, value }) => (
              <Fact key={name} name={name} value={value} />
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function textOf(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')
}
