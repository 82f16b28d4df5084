import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { examplesQuery } from '../../../api/examples.ts'
import { Button } from '../../../ui/button.tsx'

const mostShown = 5

/** The questions of the area whose answers were verified, beside the instructions that led to them. */
export function InstructionExamples({ areaId, onAll }: { areaId: string | null; onAll: () => void }) {
  const { t } = useTranslation()
  const heading = useId()
  const { data: examples = [] } = useQuery({ ...examplesQuery(areaId), enabled: areaId !== null })
  const verified = examples.filter(({ status }) => status === 'approved')
  return (
    <section
      className="col-span-full grid content-start justify-items-start gap-1.5 min-[1024px]:col-span-3"
      aria-labelledby={heading}
    >
      <h4 id={heading} className="mb-1.5 block text-dense font-medium">
        {t('Verified example questions')}
      </h4>
      {verified.length === 0 && (
        <p className="text-meta text-muted">
          {t('None yet. Verified questions and their SQL show the assistant how to answer similar questions.')}
        </p>
      )}
      <ul className="grid w-full gap-1">
        {verified.slice(0, mostShown).map(({ id, question }) => (
          <li key={id} className="border-b border-line py-1.5 wrap-anywhere" dir="auto">
            {question}
          </li>
        ))}
      </ul>
      <Button size="small" kind="quiet" onClick={onAll}>
        {verified.length > mostShown ? t('Show all {n, number}', { n: verified.length }) : t('Open examples')}
      </Button>
    </section>
  )
}
