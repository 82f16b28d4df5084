import type { FullResultsRequest } from '@parlance/contract'
import { ChartColumn, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'
import { copyText } from '../../../lib/copy-text.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'
import { Button } from '../../../ui/button.tsx'
import { FeedbackButton } from '../../../ui/feedback-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNotices } from '../../../ui/notices.tsx'
import { ExportButton } from './export-button.tsx'

interface ResultButtonsProps {
  result: SqlResult
  request: FullResultsRequest
  /** Null if no chart fits the rows. */
  chartShown: boolean | null
  onChart: (shown: boolean) => void
}

/** The actions on a result: copy its SQL, draw it, export it. */
export function ResultButtons(props: ResultButtonsProps) {
  const { result, request, chartShown, onChart } = props
  const { t } = useTranslation()
  const { show } = useNotices()
  const copy = async () => {
    await copyText(result.display_sql)
    return true
  }
  useAction(actions.copySql, () => void copy().catch(() => show(t('Could not copy the SQL. Try again.'), 'danger')))
  return (
    <>
      {chartShown !== null && (
        <Button
          kind="quiet"
          size="small"
          aria-pressed={chartShown}
          title={t('Show a chart of the rows')}
          onClick={() => onChart(!chartShown)}
        >
          <Icon of={ChartColumn} />
          <span className="@max-[780px]/results:sr-only">{t('Chart')}</span>
        </Button>
      )}
      <FeedbackButton
        icon={Copy}
        label={t('Copy')}
        doneLabel={t('Copied!')}
        failedLabel={t('Failed')}
        title={t('Copy SQL')}
        work={copy}
      />
      {!result.notExecuted && <ExportButton result={result} request={request} />}
    </>
  )
}
