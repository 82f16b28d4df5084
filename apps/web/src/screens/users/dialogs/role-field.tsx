import { roles, type Role } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { roleName } from '../user-badges.tsx'

interface RoleFieldProps {
  role: Role
  onChange: (role: Role) => void
  className?: string
}

/** The role of new users or of several users. The role with fewer rights comes first. */
export function RoleField({ role, onChange, className }: RoleFieldProps) {
  const { t } = useTranslation()
  return (
    <FieldFrame className={className} label={t('Role')}>
      {(control) => (
        <Select
          {...control}
          value={role}
          onChange={({ target }) => onChange(roles.find((known) => known === target.value) ?? 'GENERAL')}
        >
          {roles.toReversed().map((known) => (
            <option key={known} value={known}>
              {translate(t, roleName(known))}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}
