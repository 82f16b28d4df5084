import { areaTextLimits, type AreaEditionLimits } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationsQuery } from '../../../api/databases.ts'
import { cn } from '../../../lib/cn.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import type { AreaForm, EditForm } from './area-form.ts'
import type { FormProblems } from './check-area-form.ts'
import { Section } from './section.tsx'
import { SynonymsField } from './synonyms-field.tsx'
import { VisibilityField } from './visibility-field.tsx'

interface BasicSectionProps {
  form: AreaForm
  edit: EditForm
  problems: FormProblems
  limits: AreaEditionLimits
  readOnly: boolean
  /** Shown where the list of applications has not got it. */
  applicationName: string | null
  isNew: boolean
}

/** What the area is, for whom, and what the AI is told about it. */
export function BasicSection(props: BasicSectionProps) {
  const { t } = useTranslation()
  const { form, edit, problems, readOnly } = props
  const nameProblem = problems.name
  return (
    <Section id="basic" title={t('Basic Information')}>
      <div className="fields">
        <FieldFrame
          className="f3"
          label={t('Name')}
          error={nameProblem === undefined ? undefined : t(nameProblem.text)}
        >
          {(control) => (
            <input
              {...control}
              name="area_name"
              className={cn('input', nameProblem !== undefined && 'is-bad')}
              dir="auto"
              autoComplete="off"
              required
              readOnly={readOnly}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to be filled in
              autoFocus={props.isNew}
              maxLength={areaTextLimits.name}
              value={form.name}
              onChange={(event) => edit({ name: event.target.value })}
            />
          )}
        </FieldFrame>
        <ApplicationChoice {...props} />
        <FieldFrame className="f6" label={t('Description')} optional={!readOnly}>
          {(control) => (
            <textarea
              {...control}
              name="description"
              className="textarea"
              rows={2}
              dir="auto"
              readOnly={readOnly}
              maxLength={areaTextLimits.description}
              value={form.description}
              onChange={(event) => edit({ description: event.target.value })}
            />
          )}
        </FieldFrame>
        <SynonymsField
          className="f6"
          label={t('Synonyms')}
          readOnly={readOnly}
          value={form.synonyms}
          onChange={(synonyms) => edit({ synonyms })}
        />
        <FieldFrame className="f6" label={t('Standard instructions to the AI')} optional={!readOnly}>
          {(control) => (
            <textarea
              {...control}
              name="ai_instructions"
              className="textarea"
              rows={3}
              dir="auto"
              readOnly={readOnly}
              maxLength={areaTextLimits.instructions}
              placeholder={t('Revenue means net of tax. A quarter is a calendar quarter.')}
              value={form.instructions}
              onChange={(event) => edit({ instructions: event.target.value })}
            />
          )}
        </FieldFrame>
        <VisibilityField
          value={form.visibility}
          isRestrictedAllowed={props.limits.restricted_visibility_enabled}
          readOnly={readOnly}
          onChange={(visibility) => edit({ visibility })}
        />
        <Switches form={form} edit={edit} readOnly={readOnly} />
      </div>
    </Section>
  )
}

function ApplicationChoice({ form, edit, problems, readOnly, applicationName }: BasicSectionProps) {
  const { t } = useTranslation()
  const applications = useQuery({ ...applicationsQuery, enabled: !readOnly })
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the documents have this failure logged and not shown
    if (applications.error !== null) console.warn('The applications could not be loaded.', applications.error)
  }, [applications.error])
  const list = applications.data ?? []
  const isListed = form.applicationId === null || list.some((application) => application.id === form.applicationId)
  const problem = problems.application
  return (
    <FieldFrame className="f3" label={t('Application')} error={problem === undefined ? undefined : t(problem.text)}>
      {(control) => (
        <select
          {...control}
          name="application_id"
          className={cn('select', problem !== undefined && 'is-bad')}
          disabled={readOnly}
          value={form.applicationId ?? ''}
          onChange={(event) => edit({ applicationId: event.target.value === '' ? null : event.target.value })}
        >
          {form.applicationId === null && <option value="">{t('Choose')}</option>}
          {!isListed && <option value={form.applicationId ?? ''}>{applicationName ?? form.applicationId}</option>}
          {list.map((application) => (
            <option key={application.id} value={application.id}>
              {application.name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

function Switches({ form, edit, readOnly }: Pick<BasicSectionProps, 'form' | 'edit' | 'readOnly'>) {
  const { t } = useTranslation()
  return (
    <div className="f6 ba-switches">
      <label className="check">
        <input
          type="checkbox"
          disabled={readOnly}
          checked={form.isDefault}
          onChange={(event) => edit({ isDefault: event.target.checked })}
        />
        {t('My default area for this application')}
      </label>
      <label className="check">
        <input
          type="checkbox"
          role="switch"
          aria-checked={form.isActive}
          disabled={readOnly}
          checked={form.isActive}
          onChange={(event) => edit({ isActive: event.target.checked })}
        />
        {t('Active')}
        <span className="meta faint">{t('only active areas can be asked')}</span>
      </label>
    </div>
  )
}
