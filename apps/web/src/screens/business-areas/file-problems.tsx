import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'

interface FileProblemsProps {
  problems: { line: number | null; text: ReactNode }[]
  /** Number of problems that are not listed. */
  more: number
  className?: string
}

/** What is wrong with a file, by line. */
export function FileProblems({ problems, more, className }: FileProblemsProps) {
  const { t } = useTranslation()
  return (
    <ul className={cn('mt-1 grid gap-1.5 wrap-anywhere', className)}>
      {problems.map(({ line, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the problems of one file never change their order
        <li key={at}>
          {line !== null && <b>{t('Line {line}', { line })} </b>}
          {text}
        </li>
      ))}
      {more > 0 && <li>{t('and {n, number} more', { n: more })}</li>}
    </ul>
  )
}
