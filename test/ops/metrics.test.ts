import { describe, expect, it } from 'vitest';
import { createLog, type Log } from '../../src/ops/log/log.ts';
import type { Metrics } from '../../src/ops/metrics/metrics.ts';
import { PrometheusMetrics } from '../../src/ops/metrics/prometheus-metrics.ts';

const metricsOf = (pricePerCheck?: number, log?: Log): Metrics =>
  new PrometheusMetrics({
    platforms: ['discord', 'telegram', 'console'],
    failureCodes: ['timeout'],
    version: '1.2.3',
    pricePerCheck,
    ...(log !== undefined && { log }),
  });

/** What Prometheus would read: each series with its value. */
async function seriesOf(metrics: Metrics): Promise<Map<string, number>> {
  const { text } = await metrics.render();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

describe('what is counted', () => {
  it('is shown as it was counted', async () => {
    const metrics = metricsOf(0.02);
    metrics.checkEnded('found');
    metrics.checkEnded('found');
    metrics.checkEnded('not-found');
    metrics.checkAnswered('cache');
    metrics.flightShared();
    metrics.paid(3);
    metrics.saved(2);
    metrics.inDoubt(4);
    metrics.replyShown('telegram');
    metrics.storeFailed();
    metrics.errorLogged();
    expect(Object.fromEntries(await seriesOf(metrics))).toMatchObject({
      'imei_bot_checks_total{outcome="found"}': 2,
      'imei_bot_checks_total{outcome="not-found"}': 1,
      'imei_bot_answers_total{source="cache"}': 1,
      imei_bot_flights_shared_total: 1,
      imei_bot_checks_paid_total: 3,
      imei_bot_spent_usd_total: 0.06,
      imei_bot_checks_saved_total: 2,
      imei_bot_saved_usd_total: 0.04,
      imei_bot_checks_in_doubt_total: 4,
      'imei_bot_edits_total{platform="telegram"}': 1,
      imei_bot_store_failures_total: 1,
      imei_bot_errors_total: 1,
    });
  });

  it('begins at 0, so that the first event is an increase, and has no money without a price', async () => {
    const priced = await seriesOf(metricsOf(0.02));
    expect(priced.get('imei_bot_spent_usd_total')).toBe(0);
    expect(priced.get('imei_bot_saved_usd_total')).toBe(0);
    const series = await seriesOf(metricsOf());
    expect(series.get('imei_bot_checks_total{outcome="timeout"}')).toBe(0);
    expect(series.get('imei_bot_store_failures_total')).toBe(0);
    expect(series.get('imei_bot_errors_total')).toBe(0);
    expect(series.get('imei_bot_checks_paid_total')).toBe(0);
    expect([...series.keys()].filter((name) => name.includes('usd'))).toEqual([]);
  });
});

describe('labels', () => {
  it('hold no IMEI and no person: what is not in the lists counts as other', async () => {
    const metrics = metricsOf();
    const hostile = [
      '490154203237518',
      'discord:user:80351110224678912',
      'a"} 1\nfake_total 7',
      '__proto__',
    ];
    for (const text of hostile) {
      metrics.checkEnded(text);
      metrics.checkAnswered(text);
      metrics.replyShown(text);
    }
    metrics.observe({
      checksLeft: () => ({ 490154203237518: 1 }),
      adapterConnected: () => ({ 'discord:user:80351110224678912': true }),
    });
    const { text } = await metrics.render();
    for (const one of ['490154', '80351110224678912', 'fake_total', 'proto']) {
      expect(text).not.toContain(one);
    }
    const series = await seriesOf(metrics);
    expect(series.get('imei_bot_checks_total{outcome="other"}')).toBe(hostile.length);
    expect(series.get('imei_bot_answers_total{source="other"}')).toBe(hostile.length);
    expect(series.get('imei_bot_edits_total{platform="other"}')).toBe(hostile.length);
    expect(series.get('imei_bot_checks_left{period="other"}')).toBe(1);
    expect(series.get('imei_bot_adapter_connected{platform="other"}')).toBe(1);
  });
});

it('times are in seconds', async () => {
  const metrics = metricsOf();
  metrics.waited(100);
  metrics.waited(900_001);
  metrics.serviceTook(20_000);
  metrics.requestTook('telegram', 500);
  expect(Object.fromEntries(await seriesOf(metrics))).toMatchObject({
    imei_bot_check_wait_seconds_sum: expect.closeTo(900.101),
    'imei_bot_check_wait_seconds_bucket{le="0.1"}': 1,
    'imei_bot_check_wait_seconds_bucket{le="900"}': 1,
    'imei_bot_check_wait_seconds_bucket{le="+Inf"}': 2,
    'imei_bot_service_latency_seconds_bucket{le="20"}': 1,
    'imei_bot_request_duration_seconds_bucket{le="0.5",platform="telegram"}': 1,
  });
});

describe('a gauge', () => {
  it('is read each time, and left out while its value is not known', async () => {
    const metrics = metricsOf();
    expect((await seriesOf(metrics)).has('imei_bot_queue_length')).toBe(false);
    let known = true;
    metrics.observe({
      queueLength: () => (known ? 7 : 8),
      inFlight: async () => 4,
      ready: () => true,
      servicePaused: () => ({ timeout: true, 'rate/of-the-provider': false }),
      checksLeft: async () => (known ? { hour: 5, day: 50, month: undefined } : {}),
      keyExpiry: () => (known ? 1_700_000_000 : undefined),
    });
    metrics.observe({ adapterConnected: () => ({ discord: true, telegram: false }) });
    const first = await seriesOf(metrics);
    expect(Object.fromEntries(first)).toMatchObject({
      imei_bot_queue_length: 7,
      imei_bot_requests_in_flight: 4,
      imei_bot_ready: 1,
      'imei_bot_service_paused{code="timeout"}': 1,
      'imei_bot_service_paused{code="other"}': 0,
      'imei_bot_checks_left{period="hour"}': 5,
      'imei_bot_checks_left{period="day"}': 50,
      imei_bot_key_expiry_timestamp_seconds: 1_700_000_000,
      'imei_bot_adapter_connected{platform="discord"}': 1,
      'imei_bot_adapter_connected{platform="telegram"}': 0,
    });
    expect(first.has('imei_bot_checks_left{period="month"}')).toBe(false);
    known = false;
    const later = await seriesOf(metrics);
    expect(later.get('imei_bot_queue_length')).toBe(8);
    expect(later.has('imei_bot_key_expiry_timestamp_seconds')).toBe(false);
    expect(later.has('imei_bot_checks_left{period="hour"}')).toBe(false);
  });

  it('is not read any more once its readings are removed; an earlier one is read again', async () => {
    const metrics = metricsOf();
    metrics.observe({ queueLength: () => 1 });
    const remove = metrics.observe({ queueLength: () => 2, inFlight: () => 3 });
    expect((await seriesOf(metrics)).get('imei_bot_queue_length')).toBe(2);
    remove();
    const series = await seriesOf(metrics);
    expect(series.get('imei_bot_queue_length')).toBe(1);
    expect(series.has('imei_bot_requests_in_flight')).toBe(false);
  });

  it('is left out and logged as an error if asking for it fails; the rest is shown', async () => {
    const failed: string[] = [];
    const destination = { write: (line: string) => failed.push(JSON.parse(line).reading) };
    const log = createLog({ level: 'error', isReadable: false, destination });
    const metrics = metricsOf(undefined, log);
    metrics.observe({ queueLength: () => 7, checksLeft: () => ({ hour: 5 }) });
    await metrics.render();
    metrics.observe({
      queueLength: () => {
        throw new Error('broken');
      },
      checksLeft: () => Promise.reject(new Error('broken')),
      inFlight: () => 2,
    });
    const series = await seriesOf(metrics);
    const names = [...series.keys()];
    expect(names.filter((name) => /queue_length|checks_left/.test(name))).toEqual([]);
    expect(series.get('imei_bot_requests_in_flight')).toBe(2);
    expect(failed.toSorted()).toEqual(['checksLeft', 'queueLength']);
  });
});
