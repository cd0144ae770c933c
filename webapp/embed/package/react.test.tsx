import { render } from '@testing-library/react';
import { jest } from '@jest/globals';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server.node';
import { ELEMENTS } from '../loader/elements';
import type { WidgetElement } from '../loader/widget-element';
import { defineWidgets } from './index';
import { PolicyList } from './react';

defineWidgets({ portal: 'https://portal.example.com/some/page', partner: '1-abc' });

const fetchClientSecret = async () => 'secret';

test('shows an element of the portal and passes options and events', () => {
  const onSelect = jest.fn();
  const update = jest.spyOn(ELEMENTS['firmbook-policy-list'].prototype, 'update');
  const options = { pageSize: 10 };
  const { container, rerender } = render(
    createElement(PolicyList, { fetchClientSecret, options, onSelect, className: 'list' }),
  );
  const element = container.querySelector('firmbook-policy-list') as WidgetElement;
  expect(element.className).toBe('list');
  expect(element.fetchClientSecret).toBe(fetchClientSecret);
  expect(element.shadowRoot?.querySelector('iframe')?.src).toBe(
    'https://portal.example.com/embed/1-abc/policy-list',
  );
  element.dispatchEvent(new CustomEvent('select', { detail: { uuid: 'u', policyNumber: 'P-1' } }));
  expect(onSelect).toHaveBeenCalledWith({ uuid: 'u', policyNumber: 'P-1' });
  const later = jest.fn();
  rerender(createElement(PolicyList, { fetchClientSecret, options, onSelect: later }));
  expect(update.mock.calls).toEqual([[options]]);
  element.dispatchEvent(new CustomEvent('select', { detail: {} }));
  expect([onSelect.mock.calls.length, later.mock.calls.length]).toEqual([1, 1]);
});

test('renders on a server', () => {
  const html = renderToString(createElement(PolicyList, { fetchClientSecret, partner: '1-abc' }));
  expect(html).toBe('<firmbook-policy-list partner="1-abc"></firmbook-policy-list>');
});
