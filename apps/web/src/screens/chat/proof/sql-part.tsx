import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../lib/copy-text.ts'
import { readableSql } from '../../../lib/ruled-sql.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { FeedbackButton } from '../../../ui/feedback-button.tsx'
import { FoldedSql } from '../../../ui/folded-sql.tsx'

const shownLines = 12

/** The SQL of a result, with the lines that rules added for those who may see them. */
export function SqlPart({ result }: { result: Pick<SqlResult, 'display_sql' | 'executedSql' | 'receipt'> }) {
  const { t } = useTranslation()
  const { display_sql: written, executedSql, receipt } = result
  const lines = useMemo(() => readableSql(written, executedSql, receipt), [written, executedSql, receipt])
  const isRuled = lines.some(({ isAdded }) => isAdded)
  return (
    <>
      <div className="flex items-center justify-between gap-3 pb-1 text-muted">
        <p className="min-w-0">
          {isRuled
            ? t('The SQL that the database ran. Tinted lines come from rules, and placeholders stand for values.')
            : t('{n, plural, one {# line} other {# lines}}', { n: lines.length })}
        </p>
        <FeedbackButton
          icon={Copy}
          label={t('Copy')}
          doneLabel={t('Copied!')}
          failedLabel={t('Failed')}
          title={t('Copy SQL')}
          work={() => copyText(isRuled && executedSql !== null ? executedSql : written).then(() => true)}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
      <section className="overflow-auto rounded-md bg-sunken py-2" tabIndex={0} aria-label={t('SQL Query')}>
        <FoldedSql lines={lines} shown={shownLines} />
      </section>
    </>
  )
}
