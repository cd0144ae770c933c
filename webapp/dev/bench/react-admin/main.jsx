// A list of agents with the columns of the web app's list, and a data provider for Firmbook's API.
import { Admin, DataTable, List, Resource, SearchInput } from 'react-admin';
import { createRoot } from 'react-dom/client';

const dataProvider = {
  async getList(_resource, { pagination: { page, perPage }, sort: { field, order }, filter, signal }) {
    const answer = await fetch('/api/FirmAgent/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        limit: { offset: (page - 1) * perPage, rowCount: perPage },
        sort: [{ column: field, direction: order.toLowerCase() }],
        ...(filter.q && { searchText: filter.q }),
      }),
      signal,
    });
    if (!answer.ok) throw new Error(`the list failed: ${answer.status}`);
    const { items, totalRecords } = await answer.json();
    return { data: items.map((item) => ({ ...item, id: item.uuid })), total: totalRecords };
  },
};

const MONEY = { style: 'currency', currency: 'USD' };

/** Loads about as many rows as the window shows. */
const Agents = () => (
  <List
    perPage={25}
    sort={{ field: 'name', order: 'ASC' }}
    filters={[<SearchInput key="q" source="q" alwaysOn />]}
  >
    <DataTable>
      <DataTable.Col source="name" />
      <DataTable.Col source="npn" label="NPN" />
      <DataTable.Col source="agencyCode" />
      <DataTable.Col source="email" />
      <DataTable.Col source="phone" />
      <DataTable.Col source="state" />
      <DataTable.NumberCol source="policyCount" label="# Policies" />
      <DataTable.NumberCol source="deathBenefit" options={MONEY} />
      <DataTable.NumberCol source="annualizedPremium" options={MONEY} />
      <DataTable.NumberCol source="annuityCount" label="# Annuities" />
      <DataTable.NumberCol source="contractValue" options={MONEY} />
      <DataTable.Col source="nextCohortSend" />
      <DataTable.Col source="agentIntegrationEnabled" label="Integration" />
    </DataTable>
  </List>
);

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="agents" list={Agents} />
  </Admin>,
);
