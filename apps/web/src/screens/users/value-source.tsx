import { useTranslation } from 'react-i18next'

interface ValueSourceProps {
  groups: readonly string[] | undefined
  /** The sign-in provider that gives it. */
  provider?: string | undefined
}

/** Says which groups or which sign-in provider give a value. Nothing for a user's own value. */
export function ValueSource({ groups = [], provider }: ValueSourceProps) {
  const { t } = useTranslation()
  if (groups.length === 0 && provider === undefined) return null
  return (
    <span className="block text-meta text-faint wrap-anywhere">
      {provider === undefined
        ? t('{n, plural, one {from group {names}} other {from groups {names}}}', {
            n: groups.length,
            names: groups.join(', '),
          })
        : t('from {name}', { name: provider })}
    </span>
  )
}
