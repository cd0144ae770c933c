import type { Page } from 'playwright-core';
import { callApi } from './api';
import { uniqueName } from './journey';

interface Saved {
  uuid: string;
}

/** Adds a trust that owns a policy. No other journey uses them. */
export async function addTrust(page: Page): Promise<{ name: string; uuid: string; policy: string }> {
  const name = `Trust ${uniqueName()}`;
  const [carrier] = await callApi<Saved[]>(page, 'GET', 'Carrier');
  const contract = {
    policyNumber: uniqueName(),
    carrierUuid: carrier?.uuid,
    productType: 'Term',
    status: 'Pending',
    issueDate: '2020-01-01',
    deathBenefit: '250000',
  };
  const [owner, policy] = await Promise.all([
    callApi<Saved>(page, 'POST', 'FirmOwner/1', { person: { organizationName: name, ownerType: 2 } }),
    callApi<Saved>(page, 'POST', 'allpolicy', { contract }),
  ]);
  await callApi(page, 'PUT', `FirmOwner/1/policy/${policy.uuid}`, { uuid: owner.uuid, typeId: 2 });
  return { name, uuid: owner.uuid, policy: policy.uuid };
}
