import type { FullResultsRequest } from '@parlance/contract'
import { ChartColumn, Copy, SquareArrowOutUpRight } from 'lucide-react'
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
import { useVisualize } from './use-visualize.ts'

interface ResultButtonsProps {
  result: SqlResult
  request: FullResultsRequest
  databaseName: string
  /** Empty if the question may use all tables. */
  businessAreaName: string
  /** Null if no chart fits the rows. */
  chartShown: boolean | null
  onChart: (shown: boolean) => void
}

/** The actions on a result: copy its SQL, draw it, export it, open it in the visualization tool. */
export function ResultButtons(props: ResultButtonsProps) {
  const { result, request, databaseName, businessAreaName, chartShown, onChart } = props
  const { t } = useTranslation()
  const { show } = useNotices()
  const visualize = useVisualize()
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
      {result.computedFrom === null && (
        <Button
          size="small"
          title={t('Open in the visualization tool')}
          onClick={() => void visualize({ sql: result.sql, databaseName, businessAreaName })}
        >
          <Icon of={SquareArrowOutUpRight} />
          <span className="@max-[600px]/results:sr-only">{t('Visualize')}</span>
        </Button>
      )}
    </>
  )
}
