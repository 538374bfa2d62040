"""Addresses of documents, signatures and their verification."""

from django.urls import path

from reports import (
    views,
    views_archive,
    views_desk_documents,
    views_download,
    views_key_office,
    views_keys,
    views_norms,
    views_paper_signatures,
    views_prizes,
    views_questionnaire,
    views_start_list,
    views_table,
    views_verify,
)

app_name = "reports"
urlpatterns = [
    path("events/<int:pk>/table.pdf", views_table.table_pdf, name="table_pdf"),
    path("events/<int:pk>/start-list.pdf", views_start_list.start_list_pdf, name="start_list_pdf"),
    path(
        "events/<int:pk>/correspondence/<str:token>/start-list.pdf",
        views_start_list.start_list_pdf_own,
        name="start_list_pdf_own",
    ),
    path("desk/<int:pk>/correspondence/start-list/", views_start_list.filing, name="start_list_file"),
    path(
        "reports/<int:pk>/start-list.pdf", views_start_list.start_list_filed_pdf, name="start_list_filed_pdf"
    ),
    path(
        "desk/<int:pk>/correspondence/players/<int:entry>/questionnaire.pdf",
        views_questionnaire.questionnaire_pdf,
        name="questionnaire_pdf",
    ),
    path(
        "events/<int:pk>/correspondence/<str:token>/questionnaire.pdf",
        views_questionnaire.questionnaire_pdf_own,
        name="questionnaire_pdf_own",
    ),
    path("events/<int:pk>/documents/", views.documents, name="documents"),
    path("events/<int:pk>/norms/", views_norms.norms, name="norms"),
    path("events/<int:pk>/norms/<int:number>/<str:title>/", views_norms.norm, name="norm"),
    path("events/<int:pk>/norms/<int:number>/<str:title>/it1/", views_norms.make_it1, name="make_it1"),
    path("events/<int:pk>/it3/", views_norms.make_it3, name="make_it3"),
    path("events/<int:pk>/hand-in/", views.hand_in, name="hand_in"),
    path("reports/<int:pk>/", views.report, name="report"),
    path("reports/<int:pk>/sign/", views.sign, name="sign"),
    path("reports/<int:pk>/on-paper/", views_paper_signatures.record, name="paper_sign"),
    path("reports/<int:pk>/on-paper/<int:signature>/", views_paper_signatures.scan, name="scan"),
    path("reports/<int:pk>/return/", views.withdraw, name="return"),
    path("reports/<int:pk>/download/<slug:name>/", views_download.download, name="download"),
    path("reports/<int:pk>/document.pdf", views.pdf, name="pdf"),
    path("desk/<int:pk>/documents/", views_desk_documents.documents, name="desk_documents"),
    path("desk/<int:pk>/documents/preview/", views_desk_documents.preview, name="desk_preview"),
    path("desk/<int:pk>/documents/order/", views_desk_documents.order, name="desk_order"),
    path("desk/<int:pk>/documents/<int:document>.pdf", views_desk_documents.pdf, name="desk_pdf"),
    path("desk/<int:pk>/prizes/", views_prizes.prizes, name="prizes"),
    path("keys/", views_keys.keys, name="keys"),
    path("keys/<int:pk>/revoke/", views_keys.revoke, name="revoke"),
    path("archive/", views_archive.archive, name="archive"),
    path("archive/check/", views_archive.archive_check, name="archive_check"),
    path("archive/check/order/", views_archive.archive_check_order, name="archive_check_order"),
    path("keys/import/", views_keys.bring, name="key_import"),
    path("keys/office/", views_key_office.keys, name="office_keys"),
    path("keys/office/<int:pk>/", views_key_office.key, name="office_key"),
    path("keys/authorities/", views_key_office.authorities, name="authorities"),
    path("keys/authorities/<int:pk>/withdraw/", views_key_office.withdraw, name="authority_withdraw"),
    path("verify/", views_verify.verify, name="verify"),
    path("verify/<str:code>/", views_verify.verify_code, name="verify_code"),
]
