import { message, type Message, type Visibility } from '@parlance/contract'
import { Globe, Lock, Users, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RadioChoice } from '../../components/database-form/radio-choice.tsx'
import { translate } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'

const visibilities: { value: Visibility; label: Message; icon: LucideIcon; hint: Message }[] = [
  { value: 'private', label: message('Private'), icon: Lock, hint: message('Only you') },
  { value: 'public', label: message('Public'), icon: Globe, hint: message('All users') },
  {
    value: 'restricted',
    label: message('Restricted'),
    icon: Users,
    hint: message('Only users you grant access to'),
  },
]

/** Who may use a connection. */
export function VisibilityField({ value, onChange }: { value: Visibility; onChange: (value: Visibility) => void }) {
  const { t } = useTranslation()
  const chosen = visibilities.find((candidate) => candidate.value === value)
  return (
    <RadioChoice
      className="md:col-span-6"
      label={t('Visibility')}
      hint={chosen === undefined ? undefined : translate(t, chosen.hint)}
      options={visibilities.map((option) => ({
        value: option.value,
        label: translate(t, option.label),
        icon: <Icon of={option.icon} />,
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
