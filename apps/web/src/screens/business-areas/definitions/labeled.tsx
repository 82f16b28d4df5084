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
      <span className="mb-1.5 block text-dense font-medium" aria-hidden>
        {label}
        {optional && <span className="ml-1 font-normal text-faint">{t('optional')}</span>}
      </span>
      {children}
      {hint !== undefined && <p className="mt-1.5 text-meta text-faint">{hint}</p>}
    </div>
  )
}
