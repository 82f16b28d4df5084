import type { Message } from '@parlance/contract'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { lineAndColumn } from '../../../lib/security/rules-json.ts'
import { cn } from '../../../lib/cn.ts'
import { Icon } from '../../../ui/icon.tsx'
import { problemClass, problemsClass } from './problem-classes.ts'

export interface JsonFinding {
  severity: 'error' | 'warning'
  /** A server's text is shown as it is. */
  text: Message | string
  /** Offset in the text; null if unknown. */
  place: number | null
}

interface JsonFindingsProps {
  text: string
  findings: JsonFinding[]
  onShow: (place: number) => void
}

const shownAtMost = 20

/** The problems of readable rules; each links to its line. */
export function JsonFindings({ text, findings, onShow }: JsonFindingsProps) {
  const { t } = useTranslation()
  if (findings.length === 0) return null
  return (
    <ul className={problemsClass} aria-live="polite">
      {findings.slice(0, shownAtMost).map(({ severity, text: problem, place }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is rebuilt for each text
        <li key={index} className={cn(problemClass, severity === 'error' ? 'text-danger' : 'text-warning')}>
          <Icon of={severity === 'error' ? CircleAlert : TriangleAlert} small className="mt-0.5" />
          <span>
            {place !== null && (
              <button type="button" className="underline underline-offset-3" onClick={() => onShow(place)}>
                {t('Line {line}', { line: lineAndColumn(text, place).line })}
              </button>
            )}{' '}
            {typeof problem === 'string' ? problem : translate(t, problem)}
          </span>
        </li>
      ))}
      {findings.length > shownAtMost && <li>{t('and {n, number} more', { n: findings.length - shownAtMost })}</li>}
    </ul>
  )
}
