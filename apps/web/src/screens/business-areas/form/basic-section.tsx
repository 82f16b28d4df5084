import { areaTextLimits, type AreaEditionLimits } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationsQuery } from '../../../api/databases.ts'
import { cn } from '../../../lib/cn.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Fields } from '../../../ui/fields.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { AreaForm, EditForm } from './area-form.ts'
import { Section } from './section.tsx'
import { SampleQuestionsField } from './sample-questions-field.tsx'
import { SynonymsField } from './synonyms-field.tsx'
import type { AreaFields } from './use-area-editor.ts'
import { VisibilityField } from './visibility-field.tsx'

interface BasicSectionProps {
  form: AreaForm
  edit: EditForm
  fields: AreaFields
  limits: AreaEditionLimits
  readOnly: boolean
  /** Whether the form shows the draft: the name, the application, and the switches have none. */
  inDraft: boolean
  /** Shown if the list of applications does not include it. */
  applicationName: string | null
  isNew: boolean
  /** Whether the visibility is part of this section; the page has a tab for access. */
  hasVisibility: boolean
  /** What a wide page shows beside the instructions. */
  besideInstructions?: ReactNode
}

/** What the area is, who it is for, and its instructions for the AI. */
export function BasicSection(props: BasicSectionProps) {
  const { t } = useTranslation()
  const { form, edit, fields, readOnly, inDraft, besideInstructions } = props
  const isFixed = readOnly || inDraft
  return (
    <Section id="basic" title={t('Basic Information')}>
      <Fields>
        <FieldFrame className="md:col-span-3" label={t('Name')} error={fields.errorOf('area_name')}>
          {(control) => (
            <Input
              {...control}
              {...fields.register('area_name')}
              dir="auto"
              autoComplete="off"
              required
              readOnly={isFixed}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the dialog to fill it in
              autoFocus={props.isNew}
              maxLength={areaTextLimits.name}
            />
          )}
        </FieldFrame>
        <ApplicationChoice {...props} readOnly={isFixed} />
        {inDraft && (
          <p className="md:col-span-6 text-meta text-muted">
            {t(
              'The name, the application, the sample questions, and the switches at the end have no draft. They apply at once.',
            )}
          </p>
        )}
        <FieldFrame
          className="md:col-span-6"
          label={t('Description')}
          optional={!readOnly}
          error={fields.errorOf('description')}
        >
          {(control) => (
            <Textarea
              {...control}
              {...fields.register('description')}
              rows={2}
              dir="auto"
              readOnly={readOnly}
              maxLength={areaTextLimits.description}
            />
          )}
        </FieldFrame>
        <SynonymsField
          className="md:col-span-6"
          label={t('Synonyms')}
          readOnly={readOnly}
          value={form.synonyms}
          onChange={(synonyms) => edit({ synonyms })}
        />
        <Instructions {...props} />
        {besideInstructions}
        <SampleQuestionsField
          className="md:col-span-6"
          readOnly={readOnly}
          value={form.sample_questions}
          onChange={(questions) => edit({ sample_questions: questions })}
        />
        {props.hasVisibility && (
          <VisibilityField
            value={form.visibility}
            isRestrictedAllowed={props.limits.restricted_visibility_enabled}
            readOnly={readOnly}
            onChange={(visibility) => edit({ visibility })}
          />
        )}
        <Switches form={form} edit={edit} readOnly={isFixed} />
      </Fields>
    </Section>
  )
}

function Instructions({ fields, readOnly, besideInstructions }: BasicSectionProps) {
  const { t } = useTranslation()
  return (
    <FieldFrame
      className={cn('md:col-span-6', besideInstructions !== undefined && 'lg:col-span-3')}
      label={t('Standard instructions to the AI')}
      optional={!readOnly}
      error={fields.errorOf('ai_instructions')}
    >
      {(control) => (
        <Textarea
          {...control}
          {...fields.register('ai_instructions')}
          rows={besideInstructions === undefined ? 3 : 9}
          dir="auto"
          readOnly={readOnly}
          maxLength={areaTextLimits.instructions}
          placeholder={t('Revenue means net of tax. A quarter is a calendar quarter.')}
        />
      )}
    </FieldFrame>
  )
}

function ApplicationChoice({ form, edit, fields, readOnly, applicationName }: BasicSectionProps) {
  const { t } = useTranslation()
  const applications = useQuery({ ...applicationsQuery, enabled: !readOnly })
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the documents require this failure to be logged, not shown
    if (applications.error !== null) console.warn('The applications could not be loaded.', applications.error)
  }, [applications.error])
  const list = applications.data ?? []
  const chosen = form.application_id
  const isListed = chosen === '' || list.some((application) => application.id === chosen)
  return (
    <FieldFrame className="md:col-span-3" label={t('Application')} error={fields.errorOf('application_id')}>
      {(control) => (
        <Select
          {...control}
          name="application_id"
          disabled={readOnly}
          value={chosen}
          onChange={(event) => edit({ application_id: event.target.value })}
        >
          {chosen === '' && <option value="">{t('Choose an application')}</option>}
          {!isListed && <option value={chosen}>{applicationName ?? chosen}</option>}
          {list.map((application) => (
            <option key={application.id} value={application.id}>
              {application.name}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

function Switches({ form, edit, readOnly }: Pick<BasicSectionProps, 'form' | 'edit' | 'readOnly'>) {
  const { t } = useTranslation()
  return (
    <div className="md:col-span-6 flex flex-wrap gap-x-6 gap-y-2">
      <Checkbox
        className="max-md:min-h-11"
        disabled={readOnly}
        checked={form.is_default}
        onChange={(event) => edit({ is_default: event.target.checked })}
      >
        {t('My default area for this application')}
      </Checkbox>
      <Checkbox
        className="max-md:min-h-11"
        role="switch"
        aria-checked={form.is_active}
        disabled={readOnly}
        checked={form.is_active}
        onChange={(event) => edit({ is_active: event.target.checked })}
      >
        {t('Active')}
        <span className="text-meta text-faint">{t('Users can ask questions only in active areas')}</span>
      </Checkbox>
    </div>
  )
}
