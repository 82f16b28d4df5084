import { areaRuleTexts, message, type Message, type Visibility } from '@parlance/contract'
import { Globe, Lock, Users, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Icon } from '../../../ui/icon.tsx'
import { tileClass } from '../../../ui/tile.ts'
import { cn } from '../../../lib/cn.ts'

export const visibilityLooks: Record<Visibility, { label: Message; hint: Message; icon: LucideIcon }> = {
  private: { label: message('Private'), hint: message('Only the owner'), icon: Lock },
  public: { label: message('Public'), hint: message('All users in the organization'), icon: Globe },
  restricted: { label: message('Restricted'), hint: message('The owner and users granted access'), icon: Users },
}

const visibilities: Visibility[] = ['private', 'public', 'restricted']

interface VisibilityFieldProps {
  value: Visibility
  isRestrictedAllowed: boolean
  readOnly: boolean
  onChange: (value: Visibility) => void
}

/** Who may use the area. */
export function VisibilityField({ value, isRestrictedAllowed, readOnly, onChange }: VisibilityFieldProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset className="md:col-span-6" aria-label={t('Visibility')}>
      <span className="mb-1.5 block text-dense font-medium" aria-hidden>
        {t('Visibility')}
      </span>
      <div className="grid grid-cols-3 gap-2 max-md:grid-cols-1">
        {visibilities.map((visibility) => {
          const { label, hint, icon } = visibilityLooks[visibility]
          const isOffered = visibility !== 'restricted' || isRestrictedAllowed
          return (
            <label
              className={cn(
                tileClass(),
                'has-disabled:cursor-default has-[:disabled:not(:checked)]:bg-transparent has-[:disabled:not(:checked)]:text-faint',
              )}
              key={visibility}
            >
              <input
                type="radio"
                className="sr-only"
                name={name}
                value={visibility}
                checked={value === visibility}
                disabled={readOnly || (!isOffered && value !== visibility)}
                onChange={() => onChange(visibility)}
              />
              <Icon of={icon} />
              <span>
                {translate(t, label)}
                <small>{translate(t, isOffered ? hint : areaRuleTexts.restrictedLabel)}</small>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
