import { useTranslation } from 'react-i18next'

/** Says which groups give a value. Nothing for a user's own value. */
export function GroupSource({ groups }: { groups: readonly string[] | undefined }) {
  const { t } = useTranslation()
  if (groups === undefined || groups.length === 0) return null
  return (
    <span className="block text-meta text-faint wrap-anywhere">
      {t('{n, plural, one {from group {names}} other {from groups {names}}}', {
        n: groups.length,
        names: groups.join(', '),
      })}
    </span>
  )
}
