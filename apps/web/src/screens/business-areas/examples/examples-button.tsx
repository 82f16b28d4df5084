import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { CloseQuestionsContext, type CloseQuestions } from './ask-before-closing.ts'
import { ExamplesPanel } from './examples-panel.tsx'
import { ExamplesSection } from './examples-section.tsx'
import { useExampleActions } from './use-example-actions.ts'
import styles from './examples.module.css'

interface ExamplesButtonProps {
  /** Null for the examples of every area and database that this user reviews. */
  area: { area_id: string; area_name: string } | null
  size?: 'small' | 'normal'
}

/** Opens the answers that were marked as right, for users who decide whether to reuse them as examples. */
export function ExamplesButton({ area, size = 'normal' }: ExamplesButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [questions] = useState<CloseQuestions>(() => new Set())
  const close = async () => {
    const [question] = questions
    if (question === undefined || (await question())) setOpen(false)
  }
  return (
    <>
      <Button size={size} kind={size === 'small' ? 'quiet' : 'plain'} onClick={() => setOpen(true)}>
        {t('Examples')}
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
              <div className={styles.alone}>
                <ExamplesSection areaId={area.area_id} readOnly={false} />
              </div>
            )}
          </CloseQuestionsContext>
        </Modal>
      )}
    </>
  )
}

function AllExamples() {
  return <ExamplesPanel areaId={null} readOnly={false} actions={useExampleActions()} />
}
