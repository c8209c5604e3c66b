#include "CRecipeFiles.h"

static const unsigned char aapns[] = {
#embed "../../Recipes/aapns.md"
};

static const unsigned char aioapns[] = {
#embed "../../Recipes/aioapns.md"
};

static const unsigned char apnotic[] = {
#embed "../../Recipes/apnotic.md"
};

static const unsigned char apns2_go[] = {
#embed "../../Recipes/apns2-go.md"
};

static const unsigned char apnswift[] = {
#embed "../../Recipes/apnswift.md"
};

static const unsigned char apprise[] = {
#embed "../../Recipes/apprise.md"
};

static const unsigned char async_firebase[] = {
#embed "../../Recipes/async-firebase.md"
};

static const unsigned char curl[] = {
#embed "../../Recipes/curl.md"
};

static const unsigned char django_push_notifications[] = {
#embed "../../Recipes/django-push-notifications.md"
};

static const unsigned char firebase_admin_dotnet[] = {
#embed "../../Recipes/firebase-admin-dotnet.md"
};

static const unsigned char firebase_admin_go[] = {
#embed "../../Recipes/firebase-admin-go.md"
};

static const unsigned char firebase_admin_java[] = {
#embed "../../Recipes/firebase-admin-java.md"
};

static const unsigned char firebase_admin_node[] = {
#embed "../../Recipes/firebase-admin-node.md"
};

static const unsigned char firebase_admin_python[] = {
#embed "../../Recipes/firebase-admin-python.md"
};

static const unsigned char firebase_admin_python_async[] = {
#embed "../../Recipes/firebase-admin-python-async.md"
};

static const unsigned char gobiko_apns[] = {
#embed "../../Recipes/gobiko-apns.md"
};

static const unsigned char google_auth[] = {
#embed "../../Recipes/google-auth.md"
};

static const unsigned char guzzle[] = {
#embed "../../Recipes/guzzle.md"
};

static const unsigned char httpx[] = {
#embed "../../Recipes/httpx.md"
};

static const unsigned char kalyke[] = {
#embed "../../Recipes/kalyke.md"
};

static const unsigned char mopyapns[] = {
#embed "../../Recipes/mopyapns.md"
};

static const unsigned char nghttp[] = {
#embed "../../Recipes/nghttp.md"
};

static const unsigned char node_apn[] = {
#embed "../../Recipes/node-apn.md"
};

static const unsigned char pushok[] = {
#embed "../../Recipes/pushok.md"
};

static const unsigned char pushy[] = {
#embed "../../Recipes/pushy.md"
};

static const unsigned char pyapns2[] = {
#embed "../../Recipes/pyapns2.md"
};

static const unsigned char pyfcm[] = {
#embed "../../Recipes/pyfcm.md"
};

static const unsigned char pywebpush[] = {
#embed "../../Recipes/pywebpush.md"
};

static const unsigned char ruby_googleauth[] = {
#embed "../../Recipes/ruby-googleauth.md"
};

static const unsigned char simple_apns[] = {
#embed "../../Recipes/simple-apns.md"
};

static const unsigned char symfony_firebase_notifier[] = {
#embed "../../Recipes/symfony-firebase-notifier.md"
};

static const recipe_file files[] = {
    {"aapns", aapns, sizeof aapns},
    {"aioapns", aioapns, sizeof aioapns},
    {"apnotic", apnotic, sizeof apnotic},
    {"apns2-go", apns2_go, sizeof apns2_go},
    {"apnswift", apnswift, sizeof apnswift},
    {"apprise", apprise, sizeof apprise},
    {"async-firebase", async_firebase, sizeof async_firebase},
    {"curl", curl, sizeof curl},
    {"django-push-notifications", django_push_notifications, sizeof django_push_notifications},
    {"firebase-admin-dotnet", firebase_admin_dotnet, sizeof firebase_admin_dotnet},
    {"firebase-admin-go", firebase_admin_go, sizeof firebase_admin_go},
    {"firebase-admin-java", firebase_admin_java, sizeof firebase_admin_java},
    {"firebase-admin-node", firebase_admin_node, sizeof firebase_admin_node},
    {"firebase-admin-python", firebase_admin_python, sizeof firebase_admin_python},
    {"firebase-admin-python-async", firebase_admin_python_async, sizeof firebase_admin_python_async},
    {"gobiko-apns", gobiko_apns, sizeof gobiko_apns},
    {"google-auth", google_auth, sizeof google_auth},
    {"guzzle", guzzle, sizeof guzzle},
    {"httpx", httpx, sizeof httpx},
    {"kalyke", kalyke, sizeof kalyke},
    {"mopyapns", mopyapns, sizeof mopyapns},
    {"nghttp", nghttp, sizeof nghttp},
    {"node-apn", node_apn, sizeof node_apn},
    {"pushok", pushok, sizeof pushok},
    {"pushy", pushy, sizeof pushy},
    {"pyapns2", pyapns2, sizeof pyapns2},
    {"pyfcm", pyfcm, sizeof pyfcm},
    {"pywebpush", pywebpush, sizeof pywebpush},
    {"ruby-googleauth", ruby_googleauth, sizeof ruby_googleauth},
    {"simple-apns", simple_apns, sizeof simple_apns},
    {"symfony-firebase-notifier", symfony_firebase_notifier, sizeof symfony_firebase_notifier},
};

size_t recipe_file_count(void) { return sizeof files / sizeof files[0]; }

recipe_file recipe_file_at(size_t position) { return files[position]; }
