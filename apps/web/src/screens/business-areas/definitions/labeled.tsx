import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface LabeledProps {
  label: string
  optional?: boolean
  hint?: ReactNode
  className?: string
  /** A control that has the label as its name. */
  children: ReactNode
}

/** Shows the label of a control that names itself, and a hint. */
export function Labeled({ label, optional = false, hint, className, children }: LabeledProps) {
  const { t } = useTranslation()
  return (
    <div className={className}>
      <span className="label" aria-hidden>
        {label}
        {optional && <span className="optional">{t('optional')}</span>}
      </span>
      {children}
      {hint !== undefined && <p className="hint">{hint}</p>}
    </div>
  )
}
