import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { speechless } from '../../testing/databases-backend.ts'
import { makeOverview, makeStatus } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { settingsBackend } from '../../testing/settings-backend.ts'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const environment = at('/api/v1/env-config')
const status = makeStatus({ orchestration_provider: 'google', orchestration_model: 'g-1', email_configured: true })

async function openTab(options: Parameters<typeof settingsBackend>[0] = {}) {
  const backend = settingsBackend(options)
  server.use(...backend.handlers, ...signedInHandlers({ status }))
  const app = renderApp('/settings?tab=environment')
  const section = async (name: string) => within(await screen.findByRole('region', { name }))
  await screen.findByLabelText('From email')
  return { ...app, backend, section }
}
const scopeOf = (element: HTMLElement) => within(element)
type Scope = ReturnType<typeof scopeOf>
const field = (scope: Scope, label: string) => scope.getByLabelText<HTMLInputElement>(label)
const factOf = (scope: Scope, name: string) => scope.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

describe('System Setup', () => {
  it('AC-181 AC-183 shows its sections and the state of the environment', async () => {
    const { section } = await openTab()
    for (const name of ['Orchestration model', 'Outbound email', 'Conversations', 'Visualization server']) {
      expect(await section(name)).toBeDefined()
    }
    const shown = await section('Environment')
    const facts = ['Orchestration model', 'API key', 'Database', 'Email backend', 'Email']
    expect(facts.map((name) => factOf(shown, name))).toEqual(['g-1', 'Stored', 'SQLite', 'Console', 'Configured'])
    expect(shown.getByRole('link', { name: 'Audit log' }).getAttribute('href')).toBe('/audit')
  })
})

describe('the orchestration model', () => {
  it('AC-184 AC-185 describes each model, and selects none after the provider changes', async () => {
    const { section, user } = await openTab()
    const form = await section('Orchestration model')
    expect(await form.findByText('Quick and cheap')).toBeDefined()
    await user.selectOptions(field(form, 'Provider'), 'OpenAI')
    expect(field(form, 'Model').value).toBe('')
  })

  it('AC-186 AC-187 AC-188 says what is missing', async () => {
    const { section, user, backend } = await openTab()
    const form = await section('Orchestration model')
    const save = await form.findByRole('button', { name: 'Save model' })
    await user.click(save)
    expect(form.getByText('No changes to save. Either change the model or provide a new API key.')).toBeDefined()
    await user.selectOptions(field(form, 'Provider'), 'OpenAI')
    await user.click(save)
    expect(form.getByText('Please select both provider and model')).toBeDefined()
    await user.selectOptions(field(form, 'Model'), 'Omega')
    await user.click(save)
    expect(form.getByText('API key is required when changing the model or provider')).toBeDefined()
    expect(backend.sent).toEqual([])
  })

  it('AC-189 sends another model to one endpoint, AC-190 only a new key to the other', async () => {
    const { section, user, backend } = await openTab()
    const form = await section('Orchestration model')
    await user.type(await form.findByLabelText('API key'), 'k1')
    await user.click(form.getByRole('button', { name: 'Save model' }))
    expect(await form.findByText('The key was changed.')).toBeDefined()
    await user.selectOptions(field(form, 'Model'), 'Gemini Two')
    await user.type(form.getByLabelText('API key'), 'k2')
    await user.click(form.getByRole('button', { name: 'Save model' }))
    expect(await form.findByText('The model was changed.')).toBeDefined()
    expect(backend.sent).toEqual([
      { call: 'api-key', body: { provider: 'google', model: 'g-1', api_key: 'k1' } },
      { call: 'model', body: { provider: 'google', model: 'g-2', api_key: 'k2' } },
    ])
  })

  it('says that a key is stored only for the provider it belongs to', async () => {
    const { section, user } = await openTab()
    const form = await section('Orchestration model')
    expect((await form.findByLabelText<HTMLInputElement>('API key')).placeholder).toBe('A key is stored')
    await user.selectOptions(field(form, 'Provider'), 'OpenAI')
    expect(form.getByLabelText<HTMLInputElement>('API key').placeholder).toBe('')
  })

  it('AC-191 reports a failure', async () => {
    const { section, user } = await openTab()
    server.use(http.post(`${environment}/orchestration-api-key`, () => speechless()))
    const form = await section('Orchestration model')
    await user.type(await form.findByLabelText('API key'), 'k1')
    await user.click(form.getByRole('button', { name: 'Save model' }))
    expect(await form.findByText('Failed to update orchestration settings')).toBeDefined()
  })
})

describe('the outgoing email', () => {
  const openSmtp = async () => {
    const opened = await openTab()
    const form = await opened.section('Outbound email')
    await opened.user.click(form.getByRole('radio', { name: 'SMTP' }))
    const press = (name: string) => opened.user.click(form.getByRole('button', { name }))
    const fill = async () => {
      await opened.user.type(field(form, 'SMTP host'), 'mail.example.com')
      await opened.user.type(field(form, 'SMTP username'), 'parlance')
      await opened.user.type(field(form, 'SMTP password'), 'secret')
    }
    return { ...opened, form, press, fill }
  }

  it('AC-193 AC-194 AC-195 AC-196 shows the fields and their defaults, but never a stored password', async () => {
    const { section } = await openTab({ email: { backend: 'smtp', has_smtp_password: true } })
    const form = await section('Outbound email')
    for (const label of ['From email', 'From name', 'SMTP host', 'SMTP username'])
      expect(field(form, label)).toBeDefined()
    expect(field(form, 'SMTP port').value).toBe('587')
    expect(field(form, 'Use TLS (STARTTLS)').checked).toBe(true)
    expect(field(form, 'Use SSL (implicit TLS)').checked).toBe(false)
    const password = field(form, 'SMTP password')
    expect([password.type, password.value, password.placeholder]).toEqual(['password', '', 'A password is stored'])
  })

  it('AC-197 AC-198 AC-199 AC-200 OP-34 marks invalid fields', async () => {
    const { form, press, user, backend } = await openSmtp()
    await user.clear(field(form, 'From email'))
    await user.type(field(form, 'From email'), 'nobody')
    await user.clear(field(form, 'SMTP port'))
    await user.type(field(form, 'SMTP port'), '0')
    await press('Save email settings')
    expect(form.getByText('A valid from email is required.')).toBeDefined()
    expect(form.getByText('SMTP host is required for SMTP.')).toBeDefined()
    expect(form.getByText('SMTP port must be from 1 to 65535.')).toBeDefined()
    expect(form.getByText('Please fix the highlighted fields before saving.')).toBeDefined()
    expect(field(form, 'SMTP host').getAttribute('aria-invalid')).toBe('true')
    expect(backend.sent).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(field(form, 'From email')))
  })

  it('requires the SMTP host even if the sender address is empty', async () => {
    const { form, press, user } = await openSmtp()
    await user.clear(field(form, 'From email'))
    await press('Save email settings')
    expect(form.getByText('A valid from email is required.')).toBeDefined()
    expect(form.getByText('SMTP host is required for SMTP.')).toBeDefined()
  })

  it('AC-201 AC-204 requires the fields that a test needs', async () => {
    const { form, press, user, backend } = await openSmtp()
    await press('Send test email')
    expect(form.getByText('SMTP host is required for SMTP backend.')).toBeDefined()
    await user.type(field(form, 'SMTP host'), 'mail.example.com')
    await press('Send test email')
    expect(form.getByText('SMTP username and password are required for testing authentication.')).toBeDefined()
    expect(backend.sent).toEqual([])
  })

  it('AC-202 AC-203 AC-206 AC-207 saves only tested settings, and requires another test after any change', async () => {
    const { form, press, fill, user, backend } = await openSmtp()
    await fill()
    await press('Save email settings')
    expect(form.getByText('Please test the SMTP configuration before saving.')).toBeDefined()
    await press('Send test email')
    expect(await form.findByText('The test passed.')).toBeDefined()
    expect(form.getByText('Test passed')).toBeDefined()
    await user.type(field(form, 'From name'), 'P')
    expect(form.queryByText('Test passed')).toBeNull()
    await press('Save email settings')
    expect(form.getByText('Please test the SMTP configuration before saving.')).toBeDefined()
    await press('Send test email')
    await form.findByText('Test passed')
    await press('Save email settings')
    expect(await form.findByText('Email settings saved.')).toBeDefined()
    expect(backend.calls()).toEqual(['test email', 'test email', 'save email'])
    expect(backend.sent[2]?.body).toEqual({
      backend: 'smtp',
      from_email: 'parlance@example.com',
      from_name: 'P',
      smtp_host: 'mail.example.com',
      smtp_port: 587,
      smtp_username: 'parlance',
      smtp_password: 'secret',
      smtp_use_tls: true,
      smtp_use_ssl: false,
    })
    await waitFor(() => expect(field(form, 'SMTP password').value).toBe(''))
  })

  it('AC-205 passes the test of the console, and notes that emails are only printed', async () => {
    const { section, user, backend } = await openTab()
    const form = await section('Outbound email')
    await user.click(form.getByRole('button', { name: 'Send test email' }))
    expect(await form.findByText('The test passed. Emails are printed to standard output.')).toBeDefined()
    await user.click(form.getByRole('button', { name: 'Save email settings' }))
    expect(await form.findByText('Email settings saved.')).toBeDefined()
    expect(backend.calls()).toEqual(['test email', 'save email'])
  })

  it('AC-208 AC-192 reports that loading failed, or why the user may not see it', async () => {
    const backend = settingsBackend()
    let isForbidden = false
    server.use(
      http.get(`${environment}/email`, () =>
        isForbidden ? failure(403, 'Only administrators can do this.', 'admin_only') : speechless(),
      ),
      ...backend.handlers,
      ...signedInHandlers({ status }),
    )
    const { user } = renderApp('/settings?tab=environment')
    expect(await screen.findByText('Unable to load email configuration.')).toBeDefined()
    isForbidden = true
    const section = within(screen.getByRole('region', { name: 'Outbound email' }))
    await user.click(section.getByRole('button', { name: 'Retry' }))
    expect(await section.findByText('Only administrators can configure outbound email.')).toBeDefined()
    expect(section.queryByText('Unable to load email configuration.')).toBeNull()
  })

  it('AC-209 AC-210 reports that saving or testing failed', async () => {
    const { section, user } = await openTab()
    server.use(
      http.post(`${environment}/email`, () => speechless()),
      http.post(`${environment}/email/test`, () => speechless()),
    )
    const form = await section('Outbound email')
    await user.click(form.getByRole('button', { name: 'Send test email' }))
    expect(await form.findByText('Failed to test email configuration.')).toBeDefined()
    await user.click(form.getByRole('button', { name: 'Save email settings' }))
    expect(await form.findByText('Failed to update email settings.')).toBeDefined()
    server.use(http.post(`${environment}/email/test`, () => failure(502, 'The mail server refused the password.')))
    await user.click(form.getByRole('button', { name: 'Send test email' }))
    expect(await form.findByText('The mail server refused the password.')).toBeDefined()
  })
})

describe('what a save asks first', () => {
  it('replacing a mail server, which also gets the queued emails', async () => {
    const { section, user, backend } = await openTab({
      email: { backend: 'smtp', smtp_host: 'old.example.com', has_smtp_password: true },
    })
    server.use(http.get(at('/api/v1/overview'), () => HttpResponse.json(makeOverview({ queued_emails: 3 }))))
    const form = await section('Outbound email')
    await user.click(form.getByRole('radio', { name: 'Console' }))
    await user.click(form.getByRole('button', { name: 'Save email settings' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/^Stop sending emails through old\.example\.com\?/)).toBeDefined()
    expect(question.getByText('3 queued emails are only printed by the server.')).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(backend.calls()).not.toContain('save email')
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'Console' }).checked).toBe(true)
  })

  it('letting accounts in that no administrator has seen', async () => {
    const { section, user, backend } = await openTab()
    const form = await section('Registration')
    await user.click(await form.findByLabelText('Let confirmed users sign in without approval'))
    await user.click(form.getByRole('button', { name: 'Save registration settings' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/^Let everyone sign in who registers\?/)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Let them sign in' }))
    expect(await form.findByText('Registration settings saved.')).toBeDefined()
    expect(backend.calls()).toEqual(['registration'])
  })
})

describe('the registration', () => {
  it('admits accounts by an emailed code or without approval', async () => {
    const { section, user, backend } = await openTab()
    const form = await section('Registration')
    const save = await form.findByRole<HTMLButtonElement>('button', { name: 'Save registration settings' })
    expect(save.disabled).toBe(true)
    await user.click(form.getByRole('checkbox', { name: 'Require an emailed code to confirm the email address' }))
    await user.click(save)
    expect(await form.findByText('Registration settings saved.')).toBeDefined()
    expect(backend.sent).toEqual([{ call: 'registration', body: { email_activation: true, auto_approval: false } }])
  })
})

describe('the sessions', () => {
  it('AC-211 OP-48 shows the number of sessions and their age', async () => {
    const { section } = await openTab()
    const shown = await section('Conversations')
    await shown.findByText('1,234')
    const facts = ['Total', 'Last 24 hours', 'Last week', 'Last month', 'Older than a month', 'Database size']
    expect(facts.map((name) => factOf(shown, name))).toEqual(['1,234', '5', '20', '100', '1,134', '12.5 MB'])
  })

  it('AC-211 shows an unknown size as unknown', async () => {
    const { section } = await openTab({ statistics: { database_size_mb: null } })
    const shown = await section('Conversations')
    await shown.findByText('1,234')
    expect(factOf(shown, 'Database size')).toBe('Unknown')
  })

  it('AC-212 AC-213 asks before it deletes the filtered sessions', async () => {
    const { section, user, backend } = await openTab()
    const form = await section('Conversations')
    const choice = field(form, 'Conversations to delete')
    expect(
      within(choice)
        .getAllByRole<HTMLOptionElement>('option')
        .map(({ value }) => value),
    ).toEqual(['all', 'older_than_1d', 'older_than_1w', 'older_than_1m'])
    await user.selectOptions(choice, 'All conversations')
    await user.click(form.getByRole('button', { name: 'Delete conversations' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/^Delete all 1,234 conversations of all users, with answers and files\?/)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(backend.sent).toEqual([])
    await user.click(form.getByRole('button', { name: 'Delete conversations' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete conversations' }),
    )
    expect(await form.findByText('7 sessions were deleted.')).toBeDefined()
    expect(backend.calls()).toEqual(['reset all'])
  })

  it('AC-214 AC-215 reports a failure', async () => {
    const backend = settingsBackend()
    server.use(
      http.get(at('/api/v1/admin/sessions/stats'), () => speechless()),
      http.delete(at('/api/v1/admin/sessions/reset'), () => speechless()),
      ...backend.handlers,
      ...signedInHandlers({ status }),
    )
    const { user } = renderApp('/settings?tab=environment')
    expect(await screen.findByText('Failed to load session statistics')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Delete conversations' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete conversations' }),
    )
    expect(await screen.findByText('Failed to reset sessions')).toBeDefined()
  })
})

describe('the visualization server', () => {
  it('AC-216 AC-217 AC-218 AC-219 AC-220 starts with a default, checks the address and shows the stored one', async () => {
    const { section, user, backend } = await openTab()
    const form = await section('Visualization server')
    const url = await form.findByLabelText<HTMLInputElement>('Visualization server URL')
    expect(url.value).toBe('/visualize')
    const save = form.getByRole('button', { name: 'Save URL' })
    await user.clear(url)
    await user.click(save)
    expect(form.getByText('URL is required.')).toBeDefined()
    await user.type(url, 'ftp://charts.example.com')
    await user.click(save)
    expect(form.getByText('Please enter a valid URL starting with http:// or https://')).toBeDefined()
    expect(backend.sent).toEqual([])
    await user.clear(url)
    await user.type(url, 'https://charts.example.com')
    await user.click(save)
    expect(await form.findByText('Visualization server URL saved.')).toBeDefined()
    expect(backend.sent).toEqual([{ call: 'visualization', body: { server_url: 'https://charts.example.com' } }])
    await waitFor(() => expect(url.value).toBe('https://charts.example.com/visualize'))
  })

  it('AC-221 OP-83 reports a failure', async () => {
    const { section, user } = await openTab()
    server.use(http.post(`${environment}/visualization`, () => speechless()))
    const form = await section('Visualization server')
    await user.type(await form.findByLabelText('Visualization server URL'), 'x')
    await user.clear(field(form, 'Visualization server URL'))
    await user.type(field(form, 'Visualization server URL'), 'https://charts.example.com')
    await user.click(form.getByRole('button', { name: 'Save URL' }))
    expect(await form.findByText('Failed to update visualization server URL')).toBeDefined()
  })
})
