import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { examplesAttentionQuery } from '../../../api/examples.ts'
import { formatCount } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { CloseQuestionsContext, type CloseQuestions } from './ask-before-closing.ts'
import { ExamplesPanel } from './examples-panel.tsx'
import { ExamplesSection } from './examples-section.tsx'
import { useExampleActions } from './use-example-actions.ts'

interface ExamplesButtonProps {
  /** Null for the examples of every area and database that this user reviews. */
  area: { area_id: string; area_name: string } | null
  size?: 'small' | 'normal'
}

/** Opens the answers that were marked as right, for users who decide whether to reuse them as examples. */
export function ExamplesButton({ area, size = 'normal' }: ExamplesButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const count = useAttention(area?.area_id ?? null)
  const [questions] = useState<CloseQuestions>(() => new Set())
  const close = async () => {
    const [question] = questions
    if (question === undefined || (await question())) setOpen(false)
  }
  return (
    <>
      <Button
        size={size}
        kind={size === 'small' ? 'quiet' : 'plain'}
        aria-label={count === 0 ? undefined : t('Examples, {n, number} to review', { n: count })}
        onClick={() => setOpen(true)}
      >
        {t('Examples')}
        {count > 0 && (
          <Badge tone="warning" className="tabular-nums">
            {formatCount(count)}
          </Badge>
        )}
      </Button>
      {isOpen && (
        <Modal
          open
          onClose={() => void close()}
          width={640}
          title={area === null ? t('Examples') : t('Examples for {area}', { area: area.area_name })}
        >
          <CloseQuestionsContext value={questions}>
            {area === null ? (
              <AllExamples />
            ) : (
              <div className="[&>section]:border-0 [&>section]:p-0">
                <ExamplesSection areaId={area.area_id} readOnly={false} />
              </div>
            )}
          </CloseQuestionsContext>
        </Modal>
      )}
    </>
  )
}

/** How many examples of an area wait for approval or no longer run. */
function useAttention(areaId: string | null): number {
  const { data } = useQuery({ ...examplesAttentionQuery, enabled: areaId !== null })
  const own = data?.areas.find((area) => area.area_id === areaId)
  return own === undefined ? 0 : own.pending + own.failing
}

function AllExamples() {
  return <ExamplesPanel areaId={null} readOnly={false} actions={useExampleActions()} />
}
