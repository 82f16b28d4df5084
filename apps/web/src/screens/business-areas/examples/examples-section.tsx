import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { examplesQuery } from '../../../api/examples.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../form/section.tsx'
import { ExampleForm, publishedWriter } from './example-form.tsx'
import { ExamplesPanel } from './examples-panel.tsx'
import { useExampleActions } from './use-example-actions.ts'

interface ExamplesSectionProps {
  /** Null for an area that is not saved yet. */
  areaId: string | null
  /** The user may not edit the area, and sees only their own examples. */
  readOnly: boolean
}

/** The verified examples of an area: questions with SQL that show the assistant how to answer similar questions. */
export function ExamplesSection({ areaId, readOnly }: ExamplesSectionProps) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const actions = useExampleActions()
  const { data } = useQuery({ ...examplesQuery(areaId), enabled: areaId !== null })
  const mayAdd = areaId !== null && !readOnly
  return (
    <Section
      id="examples"
      title={t('Verified examples')}
      note={
        areaId === null || data === undefined
          ? undefined
          : t('{n, plural, one {# example} other {# examples}}', { n: data.length })
      }
      action={
        mayAdd && !isAdding ? (
          <Button size="small" onClick={() => setAdding(true)}>
            <Icon of={Plus} small />
            {t('Add example')}
          </Button>
        ) : undefined
      }
    >
      {areaId === null ? (
        <p className="text-muted">{t('You can add examples after you save this area for the first time.')}</p>
      ) : (
        <>
          {isAdding && mayAdd && (
            <ExampleForm
              subject={areaId}
              writer={publishedWriter}
              onClose={() => setAdding(false)}
              onSaved={(checked) => {
                setAdding(false)
                void actions.written(checked)
              }}
            />
          )}
          <ExamplesPanel areaId={areaId} readOnly={readOnly} actions={actions} />
        </>
      )}
    </Section>
  )
}
