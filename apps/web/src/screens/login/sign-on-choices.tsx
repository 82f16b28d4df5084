import { signOnProblems, signOnProblemSchema } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import type { SignInOptions } from '../../api/sign-in-options.ts'
import { translate } from '../../lib/i18n.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** Links to the sign-in providers. Each leaves the app. */
export function SignOnLinks({
  providers,
  returnUrl,
}: Pick<SignInOptions, 'providers'> & { returnUrl?: string | undefined }) {
  const { t } = useTranslation()
  const query = returnUrl === undefined ? '' : `?${new URLSearchParams({ returnUrl }).toString()}`
  return (
    <div className="mt-6 grid gap-2">
      {providers.map(({ id, name }) => (
        <a key={id} className={buttonClass({ kind: 'plain' })} href={`/auth/oidc/${encodeURIComponent(id)}${query}`}>
          <span className="truncate">{t('Continue with {name}', { name })}</span>
        </a>
      ))}
    </div>
  )
}

/** Why a sign-in with a provider failed. */
export function SignOnProblemNote({ problem }: { problem: string }) {
  const { t } = useTranslation()
  const known = signOnProblemSchema.safeParse(problem).data ?? 'failed'
  return <Note tone="danger">{translate(t, signOnProblems[known])}</Note>
}
