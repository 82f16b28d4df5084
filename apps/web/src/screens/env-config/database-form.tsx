import { useQuery } from '@tanstack/react-query'
import { Play, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { databaseTypesQuery } from '../../api/databases.ts'
import { createWizardApplication, wizardApplicationsQuery } from '../../api/env-config.ts'
import { ApplicationField } from '../../components/database-form/application-field.tsx'
import { wizardRules } from '../../components/database-form/check-form.ts'
import { ConnectionFields } from '../../components/database-form/connection-fields.tsx'
import { TypeLabel, TypeTiles, wizardTileClass } from '../../components/database-form/type-tiles.tsx'
import { describeError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { FileButton } from '../databases/upload/file-button.tsx'
import { ApplicationAreas } from './application-areas.tsx'
import { TestLine, testRowClass } from './test-line.tsx'
import type { DatabaseForm as Form } from './use-database-form.ts'
import { tileClass } from '../../ui/tile.ts'
import { cn } from '../../lib/cn.ts'
import { Fields } from '../../ui/fields.tsx'

interface DatabaseFormProps {
  form: Form
  onFiles: (files: File[]) => void
}

/** Connects another database: choose its type, fill in its fields, test it. Or choose files that become one. */
export function DatabaseForm({ form, onFiles }: DatabaseFormProps) {
  const { t } = useTranslation()
  const types = useQuery(databaseTypesQuery)
  if (types.isPending) return <Skeleton style={{ width: 240 }} />
  if (types.isError) {
    return (
      <Note tone="danger">
        <p>{describeError(types.error, t('Could not load the database types.'))}</p>
        <Button size="small" className="mt-2" onClick={() => void types.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  if (form.state.type === null) {
    return (
      <>
        <TypeTiles place="wizard" types={types.data} chosen={null} onChoose={form.choose} />
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <FileButton label={t('Upload files')} onFiles={onFiles} />
          <p className="text-meta text-muted">{t('Or drop CSV, Excel, or SQLite files on this page.')}</p>
        </div>
      </>
    )
  }
  return <ChosenForm form={form} />
}

function ChosenForm({ form }: { form: Form }) {
  const { t } = useTranslation()
  const { state, element, problems, result } = form
  const applications = useQuery(wizardApplicationsQuery)
  const change = useRef<HTMLButtonElement>(null)
  useEffect(() => change.current?.focus(), [])
  if (state.type === null) return null
  return (
    <form ref={element} className="grid gap-4" noValidate onSubmit={form.test}>
      <div className="flex gap-2">
        <div className={cn(tileClass(), wizardTileClass, 'cursor-default!')} aria-current="true">
          <TypeLabel type={state.type} />
        </div>
        <button
          ref={change}
          type="button"
          className={cn(tileClass(), wizardTileClass, 'w-auto!')}
          onClick={() => form.choose(null)}
        >
          <Icon of={Undo2} />
          {t('Change type')}
        </button>
      </div>
      {problems.summary !== null && <Note tone="danger">{translate(t, problems.summary)}</Note>}
      <Fields>
        <ApplicationField
          className="md:col-span-6"
          source={{
            list: applications,
            listKey: wizardApplicationsQuery.queryKey,
            create: createWizardApplication,
          }}
          value={state.applicationId}
          required
          error={problems.fields['application_id']}
          onChange={form.chooseApplication}
        />
        <ApplicationAreas applicationId={state.applicationId} />
        <ConnectionFields state={state} rules={wizardRules} problems={problems.fields} onChange={form.setField} />
      </Fields>
      <div className={testRowClass}>
        <Button type="submit" disabled={form.testing}>
          {form.testing ? <Spinner /> : <Icon of={Play} />}
          {form.testing ? t('Testing...') : t('Test connection')}
        </Button>
        {result !== null && <TestLine result={result} />}
      </div>
      {result?.success === true && result.table_count !== undefined && (
        <p className="text-meta text-muted tabular-nums">
          {t('{n, plural, one {# table} other {# tables}}', { n: result.table_count })}
        </p>
      )}
      {typeof result?.advice === 'string' && <p className="text-meta text-muted">{result.advice}</p>}
    </form>
  )
}
