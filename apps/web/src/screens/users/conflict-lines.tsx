import type { AttributeConflict } from '@parlance/contract'
import { useTranslation } from 'react-i18next'

/** Which groups give a user different values, one line for each attribute that the user therefore lacks. */
export function ConflictLines({ conflicts }: { conflicts: readonly AttributeConflict[] }) {
  const { t } = useTranslation()
  return conflicts.map(({ key, values }) => (
    <span key={key} className="block text-meta text-warning wrap-anywhere">
      {key}: {values.map((each) => t('{name} says {value}', { name: each.group_name, value: each.value })).join(', ')}
    </span>
  ))
}
