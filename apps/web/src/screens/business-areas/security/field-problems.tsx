import type { AreaProblem, Message } from '@parlance/contract'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { serverText } from '../../../lib/server-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { problemDatabase } from '../form/problem-database.ts'
import { problemClass, problemsClass } from './problem-classes.ts'

interface FieldProblemsProps {
  id: string
  problems: readonly AreaProblem[]
  /** What is missing, in the client's own words. */
  gap?: Message | null
  /** Shows the problem's position in this field; null if it is elsewhere. */
  onShow?: (position: number) => void
}

/** The problems of one field, shown below it; a position links to its place. */
export function FieldProblems({ id, problems, gap = null, onShow }: FieldProblemsProps) {
  const { t } = useTranslation()
  if (problems.length === 0 && gap === null) return null
  return (
    <ul className={problemsClass} id={id}>
      {gap !== null && (
        <li className={cn(problemClass, 'text-danger')}>
          <Icon of={CircleAlert} small className="mt-0.5" />
          <span>{translate(t, gap)}</span>
        </li>
      )}
      {problems.map((problem, index) => {
        const { severity, position } = problem
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the problems of one answer never change their order
          <li key={index} className={cn(problemClass, severity === 'error' ? 'text-danger' : 'text-warning')}>
            <Icon of={severity === 'error' ? CircleAlert : TriangleAlert} small className="mt-0.5" />
            <span>
              <span className="sr-only">{severity === 'error' ? t('Error:') : t('Warning:')} </span>
              {serverText(problem)}
              {problemDatabase(problem)}
              {position !== null && onShow !== undefined && (
                <>
                  {' '}
                  <button type="button" className="underline underline-offset-3" onClick={() => onShow(position)}>
                    {t('Go to character {n, number}', { n: position + 1 })}
                  </button>
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
