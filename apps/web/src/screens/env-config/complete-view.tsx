import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface CompleteViewProps {
  message: string
  /** Set if the setup was already complete before. */
  onChange?: () => void
}

export function CompleteView({ message, onChange }: CompleteViewProps) {
  const { t } = useTranslation()
  return (
    <output className="grid justify-items-center gap-2.5 pt-[18vh] text-center [&>:is(a,button)]:mt-3">
      <Icon of={CircleCheck} className="size-8 text-success" />
      <h1 className="text-(length:--text-page)/7 font-semibold">{t('Setup is complete')}</h1>
      <p className="text-muted">{message}</p>
      <p className="text-meta text-faint">{t('The chat opens in a moment.')}</p>
      <Link className={buttonClass({})} to="/chat" search={{}} reloadDocument>
        {t('Open chat')}
      </Link>
      {onChange !== undefined && (
        <Button kind="quiet" onClick={onChange}>
          {t('Change setup')}
        </Button>
      )}
    </output>
  )
}
