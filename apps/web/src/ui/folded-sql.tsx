import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../lib/cn.ts'
import type { ReadLine } from '../lib/ruled-sql.ts'
import { Icon } from './icon.tsx'
import { codeClass, SqlLine } from './sql-view.tsx'

/** Folding fewer lines than this many would save no space. */
const leastFolded = 3

interface FoldedSqlProps {
  lines: ReadLine[]
  /** The number of lines that are visible before the rest is requested; null shows all. */
  shown: number | null
  numbered?: boolean
}

/** Read-only SQL, shortened to its first lines. Lines that a rule added are tinted, and name the rule. */
export function FoldedSql({ lines, shown, numbered = false }: FoldedSqlProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const hidden = shown === null || lines.length < shown + leastFolded ? 0 : lines.length - shown
  const visible = hidden > 0 && !isOpen ? lines.slice(0, shown ?? undefined) : lines
  return (
    <>
      <ol className="min-w-max">
        {visible.map(({ tokens, isAdded, rules }, at) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- the lines of one query
            key={at}
            className={cn('flex min-h-5 pr-3', isAdded && 'bg-(--info-soft) shadow-[inset_2px_0_0_var(--info)]')}
            data-added={isAdded || undefined}
          >
            <span
              className={cn(
                'sticky left-0 flex-none pr-3 text-right font-mono text-xs/5 text-faint select-none',
                numbered ? 'w-10' : 'w-3',
              )}
              aria-hidden
            >
              {numbered && at + 1}
            </span>
            <code className={codeClass}>
              <SqlLine tokens={tokens} />
            </code>
            {rules.length > 0 && (
              <span className="ml-auto inline-flex items-center gap-1 pl-6 text-xs/5 text-info select-none">
                <Icon of={ShieldCheck} small />
                <span className="sr-only">{t('Rule:')}</span>
                <bdi>{rules.join(', ')}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <button
          type="button"
          className={cn(
            'sticky left-0 text-left text-xs/5 text-accent-text hover:underline max-md:min-h-11',
            numbered ? 'pl-10' : 'pl-3',
          )}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Show less') : t('Show {n, plural, one {# more line} other {# more lines}}', { n: hidden })}
        </button>
      )}
    </>
  )
}
