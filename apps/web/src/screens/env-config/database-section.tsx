import type { DatabaseConfiguration } from '@parlance/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Check, Database } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../lib/api-error.ts'
import { databaseTypeName } from '../../lib/database-types.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { WizardSection } from './wizard-section.tsx'

/** Shows what is connected already; the sample database comes with the product. */
export function DatabaseSection({ databases }: { databases: UseQueryResult<DatabaseConfiguration[]> }) {
  const { t } = useTranslation()
  const tested = databases.data?.filter((database) => database.is_valid) ?? []
  const first = tested[0]
  const summary =
    first === undefined ? t('No database is connected yet.') : t('{{name}} is connected already.', { name: first.name })
  return (
    <WizardSection number={2} title={t('Database Configuration')} summary={summary} done={first !== undefined}>
      {databases.isPending && <div className="skel" style={{ width: 240 }} aria-hidden />}
      {databases.isError && (
        <Note tone="danger">{describeError(databases.error, t('Error loading database configurations.'))}</Note>
      )}
      <ul className="wz-dbs">
        {tested.map((database) => (
          <li key={database.id}>
            <Icon of={Database} />
            <div className="grow">
              <b>{database.name}</b>
              <p className="meta muted">
                {[
                  databaseTypeName(database.db_type),
                  database.table_count === null ? null : t('{{n}} tables', { n: database.table_count }),
                  database.description,
                ]
                  .filter((part) => part !== null && part !== '')
                  .join(' · ')}
              </p>
            </div>
            <span className="badge badge-success">
              <Icon of={Check} />
              {t('Tested')}
            </span>
          </li>
        ))}
      </ul>
    </WizardSection>
  )
}
